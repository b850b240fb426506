import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** A page as it is sent. */
export function renderPage(vnode: VNode): string {
  return `<!doctype html>${renderToString(vnode)}`;
}
