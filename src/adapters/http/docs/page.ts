/**
 * The page of Swagger UI, and what is ours on it. All addresses are relative, so that it also works behind a proxy that puts
 * a path in front. The icon is empty: without one, a browser would ask for /favicon.ico.
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
    <main id="api">
      <p class="notice">The description of this API is in <a href="openapi.json">openapi.json</a>; this page shows it by JavaScript.</p>
    </main>
  </body>
</html>
`;

/**
 * Starts Swagger UI. A key that is entered stays in the memory of the page: Swagger UI may not keep it, and the browser is
 * told neither to remember what was typed into a field nor to have its spelling checked, which some do elsewhere.
 */
export const initScript = `'use strict';

const keepNothingTyped = ({ React }) => ({
  wrapComponents: {
    Input: (Input) => (props) =>
      React.createElement(Input, { ...props, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }),
  },
});

SwaggerUIBundle({
  dom_id: '#api',
  url: 'openapi.json',
  layout: 'BaseLayout',
  plugins: [keepNothingTyped],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/**
 * What Swagger UI leaves to mend: columns side by side that a telephone has no room for, targets too small for a finger, and
 * colours with too little contrast (WCAG 2.2, 2.5.8 and 1.4.3).
 */
export const pageStyle = `body {
  margin: 0;
  background: #fff;
}

.notice {
  padding: 20px;
  font-family: sans-serif;
}

/* No operation links to another, and the column is wide. */
.swagger-ui .response-col_links {
  display: none;
}

/* The request is a line or two. */
.swagger-ui textarea.body-param__text {
  min-height: 140px;
}

/* The buttons that copy and download lie over the last lines. */
.swagger-ui .highlight-code > .microlight {
  padding-bottom: 50px;
}

.swagger-ui .auth-container input[type='text'] {
  box-sizing: border-box;
  width: 100%;
  max-width: 480px;
}

.swagger-ui .tab li button.tablinks,
.swagger-ui .info a,
.swagger-ui .opblock-summary-control {
  min-height: 24px;
}

.swagger-ui .info a.link,
.swagger-ui .opblock .opblock-summary-path a {
  display: inline-block;
  line-height: 24px;
}

.swagger-ui .authorization__btn,
.swagger-ui .opblock-control-arrow,
.swagger-ui .modal-ux-header .close-modal {
  min-width: 28px;
  min-height: 28px;
}

.swagger-ui .info a,
.swagger-ui .info a.link {
  color: #1a5fb4;
}

.swagger-ui .opblock.opblock-post .opblock-summary-method {
  background: #1b7a4b;
}

.swagger-ui .opblock.opblock-get .opblock-summary-method,
.swagger-ui .btn.execute {
  background: #1a5fb4;
  border-color: #1a5fb4;
}

.swagger-ui .btn.authorize {
  color: #1b7a4b;
  border-color: #1b7a4b;
}

.swagger-ui .btn.authorize svg {
  fill: #1b7a4b;
}

.swagger-ui .btn.cancel {
  color: #b3261e;
  border-color: #b3261e;
}

.swagger-ui .parameter__name.required::after,
.swagger-ui .opblock-section-request-body .required,
.swagger-ui .response-control-media-type__accept-message {
  color: inherit;
}

@media (max-width: 640px) {
  .swagger-ui .wrapper,
  .swagger-ui .scheme-container .schemes {
    padding: 0 12px;
  }

  .swagger-ui .info {
    margin: 24px 0;
  }

  .swagger-ui .info .title {
    font-size: 28px;
  }

  .swagger-ui .scheme-container .schemes {
    flex-wrap: wrap;
    gap: 12px;
  }

  .swagger-ui .opblock-tag {
    flex-wrap: wrap;
    padding: 10px 0;
    font-size: 20px;
  }

  .swagger-ui .opblock-tag small {
    order: 1;
    flex-basis: 100%;
    padding: 4px 0 0;
  }

  .swagger-ui .opblock-tag > button {
    margin-left: auto;
  }

  .swagger-ui .opblock .opblock-summary-method {
    min-width: 60px;
  }

  .swagger-ui .opblock-body .opblock-section-header,
  .swagger-ui .opblock-body .opblock-description-wrapper,
  .swagger-ui .opblock-body .responses-inner,
  .swagger-ui .opblock-body .execute-wrapper,
  .swagger-ui .opblock-body .btn-group {
    padding: 10px;
  }

  .swagger-ui .opblock-body .table-container {
    padding: 0;
  }

  /* A status stands above what is said of it, not beside. */
  .swagger-ui .responses-table,
  .swagger-ui .responses-table > tbody,
  .swagger-ui .responses-table > tbody > tr,
  .swagger-ui .responses-table > tbody > tr > td {
    box-sizing: border-box;
    display: block;
    width: 100%;
    padding-left: 0;
    padding-right: 0;
  }

  .swagger-ui .responses-table > thead {
    display: none;
  }

  .swagger-ui .responses-table > tbody > tr > td.response-col_status {
    padding-bottom: 0;
    font-weight: bold;
  }

  /* Whole lines that scroll can be read; words broken anywhere cannot. */
  .swagger-ui .microlight code,
  .swagger-ui .opblock-body pre.microlight {
    word-break: normal;
    overflow-wrap: normal;
    hyphens: none;
  }

  .swagger-ui .highlight-code .microlight,
  .swagger-ui .highlight-code .microlight code,
  .swagger-ui .highlight-code .microlight span {
    white-space: pre;
    word-break: normal;
    overflow-wrap: normal;
  }

  .swagger-ui .curl-command,
  .swagger-ui .curl-command .curl,
  .swagger-ui .renderedMarkdown,
  .swagger-ui .headers-wrapper {
    max-width: 100%;
    overflow-x: auto;
  }

  .swagger-ui .dialog-ux .modal-ux {
    min-width: 0;
    width: calc(100% - 16px);
  }

  .swagger-ui .dialog-ux .modal-ux-content {
    padding: 12px;
  }
}
`;
