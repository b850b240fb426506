import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Step } from './context.ts';
import { initScript } from './docs/init-script.ts';
import { page } from './docs/page.ts';
import { pageStyle } from './docs/page-style.ts';
import type { ApiDocument } from './openapi/document.ts';
import { jsonType, pageHeaders } from './response-headers.ts';
import { serveDocument } from './serve-document.ts';

const htmlType = 'text/html; charset=utf-8';
const scriptType = 'text/javascript; charset=utf-8';
const styleType = 'text/css; charset=utf-8';

/** The description for machines, and Swagger UI with all that its page loads; what is Swagger UI's own comes as it is. */
export function docsRoutes(apiDocument: ApiDocument) {
  return [
    get('/openapi.json', serveDocument({ contentType: jsonType, read: text(JSON.stringify(apiDocument)) })),
    get('/docs', serveDocument({ contentType: htmlType, read: text(page), headers: pageHeaders })),
    get('/docs/init.js', serveDocument({ contentType: scriptType, read: text(initScript) })),
    get('/docs/page.css', serveDocument({ contentType: styleType, read: text(pageStyle) })),
    get('/docs/swagger-ui.css', serveDocument({ contentType: styleType, read: packaged('swagger-ui.css') })),
    get(
      '/docs/swagger-ui-bundle.js',
      serveDocument({ contentType: scriptType, read: packaged('swagger-ui-bundle.js') }),
    ),
  ];
}

function get(path: string, step: Step) {
  return { method: 'get' as const, path, steps: [step] };
}

function text(content: string) {
  return async () => Buffer.from(content);
}

/** Found when it is asked for: the service starts, and makes passwords, without the package too. */
function packaged(file: string) {
  return () => readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`));
}
