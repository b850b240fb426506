/** By what browsers say of themselves: most claim to be those further down, too. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* .*\bSafari\//],
] as const;
const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** `Firefox 140 on Linux`, as people call it; what is said by no browser that is known here stays as it is. */
export function browserName(said: string): string {
  const browser = browsers.find(([, mark]) => mark.test(said));
  if (!browser) return said;
  const [name, mark] = browser;
  const version = mark.exec(said)?.[1];
  const system = systems.find(([, mark]) => mark.test(said))?.[0];
  return `${name} ${version}${system ? ` on ${system}` : ''}`;
}
