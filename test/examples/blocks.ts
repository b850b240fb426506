import { readFileSync } from 'node:fs';

/** The languages of the examples, as their fences name them. */
export const languages = ['sh', 'js', 'python', 'go'] as const;

export type Language = (typeof languages)[number];

export interface Block {
  readonly language: Language;
  readonly text: string;
}

/** The examples of the README's chapter for callers; the other chapters give commands for whoever runs the service. */
export function readmeBlocks(): Block[] {
  const chapter = /^## For callers$.*?(?=^## )/ms.exec(read('README.md'))?.[0] ?? '';
  return blocksOf(chapter);
}

/** The examples of the guide, which the OpenAPI document shows. */
export function guideBlocks(): Block[] {
  return blocksOf(read('config/api-guide.md'));
}

function blocksOf(markdown: string): Block[] {
  const fences = markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...fences].flatMap(([, name, text = '']) => {
    const language = languages.find((each) => each === name);
    return language ? [{ language, text }] : [];
  });
}

function read(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}
