import type { Step } from './context.ts';
import { initScript } from './docs/init-script.ts';
import { page } from './docs/page.ts';
import { pageStyle } from './docs/page-style.ts';
import type { ApiDocument } from './openapi/document.ts';
import { htmlType, jsonType, pageHeaders, scriptType, styleType } from './response-headers.ts';
import { packaged, serveDocument, text } from './serve-document.ts';

/** The description for machines, and Swagger UI with all that its page loads; what is Swagger UI's own comes as it is. */
export function docsRoutes(apiDocument: ApiDocument) {
  return [
    get('/openapi.json', serveDocument({ contentType: jsonType, read: text(JSON.stringify(apiDocument)) })),
    get('/docs', serveDocument({ contentType: htmlType, read: text(page), headers: pageHeaders })),
    get('/docs/init.js', serveDocument({ contentType: scriptType, read: text(initScript) })),
    get('/docs/page.css', serveDocument({ contentType: styleType, read: text(pageStyle) })),
    get(
      '/docs/swagger-ui.css',
      serveDocument({ contentType: styleType, read: packaged('swagger-ui-dist/swagger-ui.css') }),
    ),
    get(
      '/docs/swagger-ui-bundle.js',
      serveDocument({ contentType: scriptType, read: packaged('swagger-ui-dist/swagger-ui-bundle.js') }),
    ),
  ];
}

function get(path: string, step: Step) {
  return { method: 'get' as const, path, steps: [step] };
}
