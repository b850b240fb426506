/**
 * What Swagger UI leaves to mend: columns side by side that a telephone has no room for, targets too small for a finger, and
 * colours with too little contrast (WCAG 2.2, 2.5.8 and 1.4.3).
 */
export const pageStyle = `body {
  margin: 0;
  background: #fff;
}

.way {
  box-sizing: border-box;
  max-width: 1460px;
  margin: 0 auto;
  padding: 12px 20px 0;
  font: 14px/24px sans-serif;
  text-align: right;
}

.way a {
  display: inline-block;
  color: #1a5fb4;
}

/* So that the button for the key, which stands above the operations, comes into view with them. */
#operations {
  scroll-margin-top: 110px;
}

.notice {
  padding: 20px;
  font-family: sans-serif;
}

.swagger-ui .info {
  margin: 20px 0 30px;
}

/* An example is read line by line, and scrolls where it is wider than the window. */
.swagger-ui .info .description pre {
  padding: 10px;
  border-radius: 4px;
  background: #f2f2f2;
  overflow-x: auto;
}

.swagger-ui .info .description pre > code {
  padding: 0;
  background: none;
  color: #24292f;
  font-weight: 400;
  white-space: pre;
  word-break: normal;
}

/* There is but one server, this one. */
.swagger-ui .scheme-container .schemes > .schemes-server-container {
  display: none;
}

.swagger-ui .scheme-container .schemes {
  justify-content: flex-end;
}

/* No operation links to another, and the column is wide. */
.swagger-ui .responses-table th.response-col_links,
.swagger-ui .responses-table td.response-col_links.response-col_links {
  display: none;
}

/* The request is a line or two. */
.swagger-ui textarea.body-param__text {
  min-height: 140px;
}

/* The buttons that copy and download lie over the last lines, whose room is set on the element itself. */
.swagger-ui .live-responses-table .highlight-code > .microlight {
  padding-bottom: 50px !important;
}

.swagger-ui table.headers th,
.swagger-ui table.headers td {
  padding-right: 10px;
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
  min-height: 24px;
  line-height: 24px;
}

.swagger-ui .models .models-control,
.swagger-ui .authorization__btn,
.swagger-ui .curl-command .copy-to-clipboard,
.swagger-ui .curl-command .copy-to-clipboard button,
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

.swagger-ui .btn.authorize svg,
.swagger-ui .btn.authorize svg path {
  fill: #1b7a4b;
}

.swagger-ui .btn.cancel {
  color: #b3261e;
  border-color: #b3261e;
}

.swagger-ui .json-schema-2020-12-expand-deep-button,
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

  .way {
    padding: 12px 12px 0;
  }

  .swagger-ui .info {
    margin: 12px 0;
  }

  .swagger-ui .info .title {
    font-size: 28px;
  }

  /* Beside a title of two lines they would lie over the first. */
  .swagger-ui .info .title > span {
    display: flex;
    padding: 4px 0;
  }

  .swagger-ui .info .title small {
    top: 0;
    margin: 0 5px 0 0;
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
    padding: 0;
  }

  .swagger-ui .opblock-tag small p {
    margin: 0;
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

  .swagger-ui .opblock-body .opblock-section-header {
    flex-wrap: wrap;
    gap: 8px;
  }

  /* The line below the word would lie over buttons that went below it. */
  .swagger-ui .opblock-body .opblock-section-header .tab-header .tab-item.active h4 span::after {
    display: none;
  }

  .swagger-ui .opblock-body .try-out {
    padding: 0;
  }

  .swagger-ui .opblock-body .table-container {
    padding: 0 10px;
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

  /* Swagger UI makes a cell that holds a schema as narrow as can be, for a table would widen it again. */
  .swagger-ui .responses-table > tbody > tr > td.response-col_description {
    max-width: 100%;
  }

  .swagger-ui .responses-table > tbody > tr > td.response-col_status {
    padding-bottom: 0;
    font-weight: bold;
  }

  /* Whole lines that scroll can be read; words broken anywhere cannot. */
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
