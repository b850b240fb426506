/** What somebody wrote, apart from our own words: in its own direction, and broken anywhere rather than beyond the page. */
export function Written({ text }: { text: string }) {
  return <bdi class="written">{text}</bdi>;
}
