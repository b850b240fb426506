/**
 * Starts Swagger UI. A key that is entered stays in the memory of the page: Swagger UI may not keep it, and the browser is
 * told neither to remember what was typed into a field nor to have its spelling checked, which some do elsewhere. Requests go
 * to where the page came from, with any path that a proxy has put in front, of which the description knows nothing.
 */
export const initScript = `'use strict';

const keepNothingTyped = ({ React }) => ({
  wrapComponents: {
    Input: (Input) => (props) =>
      React.createElement(Input, { ...props, autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }),
  },
});

const callWhereThePageIs = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (spec) => update({ ...spec, servers: [{ url: new URL('.', location.href).pathname }] }),
      },
    },
  },
});

SwaggerUIBundle({
  dom_id: '#api',
  url: 'openapi.json',
  layout: 'BaseLayout',
  plugins: [keepNothingTyped, callWhereThePageIs],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
