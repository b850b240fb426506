/** What stands around a page: the bar at the top, and the foot. */
export const frameStyle = `body {
  display: flex;
  flex-direction: column;
  min-height: 100vh;
}

body > header.top,
body > main,
body > footer {
  padding-block: 0;
}

.frame {
  box-sizing: border-box;
  width: 100%;
  max-width: 70rem;
  margin-inline: auto;
  padding-inline: 1.25rem;
}

main.frame {
  flex: 1;
  padding-block: 2.5rem;
  outline-offset: -2px;
}

main.narrow {
  max-width: 34rem;
}

body > footer.frame {
  padding-block: 1.5rem;
  font-size: 0.875rem;
}

.skip {
  position: absolute;
  top: -10rem;
  left: 1rem;
  z-index: 2;
  padding: 0.5rem 1rem;
  background: var(--pico-background-color);
}

.skip:focus {
  top: 0.5rem;
}

.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

.written,
code {
  overflow-wrap: anywhere;
}

.muted,
.field small {
  color: var(--pico-muted-color);
}

.top {
  border-bottom: 1px solid var(--pico-muted-border-color);
}

.top .frame {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 2rem;
  padding-block: 0.75rem;
}

.back {
  margin-bottom: 0.5rem;
}

.back + h1 {
  margin-top: 0;
}

.brand {
  padding-block: 0.25rem;
  color: var(--pico-contrast);
  font-weight: 700;
  text-decoration: none;
}

.top nav {
  flex: 1 1 auto;
  display: block;
}

.top nav ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem;
  margin: 0;
}

.top nav li {
  padding: 0;
}

/* What belongs to the settings stands in one frame with them. */
.top nav .group {
  display: flex;
  border-radius: var(--pico-border-radius);
  box-shadow: inset 0 0 0 1px var(--pico-muted-border-color);
}

.top nav .group > a {
  color: var(--pico-muted-color);
}

.top nav a {
  display: block;
  margin: 0;
  padding: 0.25rem 0.75rem;
  border-radius: var(--pico-border-radius);
  color: var(--pico-color);
  text-decoration: none;
}

.top nav a:hover,
.top nav a[aria-current] {
  background: var(--pico-code-background-color);
}

.top nav a[aria-current] {
  color: var(--pico-contrast);
  font-weight: 600;
}

.signed-in {
  display: flex;
  align-items: center;
  gap: 1rem;
  min-width: 0;
  margin-left: auto;
  font-size: 0.875rem;
}

.signed-in p {
  min-width: 0;
  margin: 0;
  line-height: 1.3;
}

/* Whole on the page of the account: what is long must not push the page away. */
.signed-in .written {
  display: block;
  max-width: min(16rem, 60vw);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

@media (max-width: 48rem) {
  main.frame {
    padding-block: 1.5rem;
  }

  .top nav ul {
    gap: 0;
    margin-left: -0.5rem;
  }

  .top nav a {
    padding-inline: 0.5rem;
  }

  .signed-in {
    width: 100%;
    justify-content: space-between;
  }
}
`;
