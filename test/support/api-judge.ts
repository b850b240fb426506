import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsOf from 'ajv-formats';
import { describeApi } from '../../src/adapters/http/openapi/document.ts';

/** An answer as it came, wherever it was heard. */
export interface HeardAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely
type Json = any;

/** Of the connection and the moment, or on every answer alike: documented nowhere. */
const undocumented = new Set([
  ...[
    'connection',
    'keep-alive',
    'date',
    'content-length',
    'content-type',
    'content-encoding',
    'transfer-encoding',
    'vary',
  ],
  ...['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'],
]);

/** The document with the largest count that any test allows itself. */
const document: Json = closed(describeApi({ maxCount: 100_000 }));
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormatsOf as Json)(ajv);
ajv.addSchema(document, 'api');
const compiled = new Map<string, ValidateFunction>();

/** What an answer has that the document does not say of it, or lacks that it does; nothing where they agree. */
export function judgeAnswer({ method, path, status, headers, body }: HeardAnswer): string[] {
  const route = path.replace(/\?.*/s, '');
  const operation = document.paths[route]?.[method.toLowerCase()];
  if (!operation) return [];
  const response = resolve(operation.responses[status]);
  if (!response) return [`status ${status} is not documented`];
  return [...judgeHeaders(response.headers ?? {}, headers), ...judgeBody(response.content, headers, body)];
}

/** The statuses that a path's operation documents, and the codes of its failures. */
export function documentedOutcomes(): Set<string> {
  const operations: Json[] = Object.values<Json>(document.paths).flatMap((item) => Object.values<Json>(item));
  return new Set(
    operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, answer]) => {
        const examples = resolve(answer).content?.['application/json']?.examples ?? {};
        const codes = Object.keys(examples).filter((name) => /^[A-Z_]+$/.test(name));
        return codes.length > 0 ? codes.map((code) => `${status} ${code}`) : [status];
      }),
    ),
  );
}

function judgeHeaders(documented: Record<string, Json>, headers: Headers): string[] {
  const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
  const surplus = [...headers.keys()].filter((name) => !names.has(name) && !undocumented.has(name));
  const faults = Object.entries(documented).flatMap(([name, { required, schema }]) => {
    const value = headers.get(name);
    if (value === null) return required ? [`header ${name} is missing`] : [];
    const typed = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
    return check(`header ${name}`, schema, typed);
  });
  return [...surplus.map((name) => `header ${name} is not documented`), ...faults];
}

function judgeBody(content: Record<string, Json> | undefined, headers: Headers, body: string): string[] {
  if (body === '') return content ? ['there is no body'] : [];
  const type = (headers.get('content-type') ?? '').replace(/;.*/, '');
  const media = content?.[type];
  if (!media) return [`type ${type} is not documented`];
  if (!type.endsWith('json')) return [];
  const value = JSON.parse(body);
  const code = value.error?.code ?? value.code;
  const isKnown = code === undefined || Object.hasOwn(media.examples ?? {}, code);
  return [...check('body', media.schema, value), ...(isKnown ? [] : [`code ${code} is not documented here`])];
}

function check(what: string, schema: Json, value: unknown): string[] {
  const name = schema.$ref ? `api${schema.$ref}` : JSON.stringify(schema);
  const validate = compiled.get(name) ?? ajv.compile(schema.$ref ? { $ref: name } : schema);
  compiled.set(name, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`);
}

function resolve(node: Json): Json {
  if (!node?.$ref) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, name: string) => at[name], document);
}

/** Callers must ignore what they don't know, but nothing may go out that is not written down. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isObjectSchema = copy.type === 'object' && copy.properties && !('not' in copy);
  return isObjectSchema ? { additionalProperties: false, ...copy } : copy;
}
