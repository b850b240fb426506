/**
 * The page of Swagger UI, and what is ours on it. All addresses are relative, so that it also works behind a proxy that puts
 * a path in front. The icon is empty: without one, a browser would ask for /favicon.ico. The guide stands before the operations,
 * and is long: whoever came to try them goes past it by a link, whose target is Swagger UI's own main part.
 */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Password generation API</title>
    <meta name="description" content="The operations of the password generation API, to read and to try with your API key.">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/page.css">
    <script src="docs/swagger-ui-bundle.js" defer></script>
    <script src="docs/init.js" defer></script>
  </head>
  <body>
    <nav class="way"><a href="#operations">To the operations</a></nav>
    <div id="api">
      <p class="notice">The description of this API is in <a href="openapi.json">openapi.json</a>; this page shows it by JavaScript.</p>
    </div>
  </body>
</html>
`;
