import { Ajv, type ErrorObject, type SchemaObject } from 'ajv';
import { distance } from 'fastest-levenshtein';
import { maskKeys } from '../../domain/access/key-text.ts';
import { type Fault, ServiceError } from '../../domain/errors.ts';

const ajv = new Ajv({ allErrors: true, strict: true });
const SHOWN_NAME_LENGTH = 64;
/** As many slips as still make a name the likely one. */
const NEAR = 3;

/**
 * Compiles the schema of a request's body into the step from `unknown` to the domain's own type.
 * Each property's `description` says what it must be, and so does the schema's own for the body as a whole.
 *
 * @returns a function that throws ServiceError INVALID_REQUEST with all faults, one a field
 */
export function compileRequestSchema<T>(schema: SchemaObject): (body: unknown) => T {
  const validate = ajv.compile<T>(schema);
  return (body) => {
    if (validate(body)) return body;
    const details = describeFaults(validate.errors ?? [], schema);
    throw new ServiceError('INVALID_REQUEST', 'The request has faults.', { details });
  };
}

function describeFaults(errors: readonly ErrorObject[], schema: SchemaObject): Fault[] {
  const known = Object.keys(schema.properties);
  const faults = new Map<string, Fault>();
  for (const { keyword, instancePath, params } of errors) {
    const unknown: string | undefined = params.additionalProperty;
    const field = unknown === undefined ? (params.missingProperty ?? instancePath.slice(1)) : shownName(unknown);
    if (faults.has(field)) continue;
    faults.set(field, { field, message: messageFor(keyword, field, { unknown, known, schema }) });
  }
  return [...faults.values()];
}

interface Subject {
  readonly unknown: string | undefined;
  readonly known: readonly string[];
  readonly schema: SchemaObject;
}

function messageFor(keyword: string, field: string, { unknown, known, schema }: Subject): string {
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, known);
    return nearest
      ? `is not a known field; did you mean ${nearest}?`
      : `is not a known field; known are ${known.join(', ')}`;
  }
  if (field === '') return keyword === 'type' ? 'must be a JSON object' : schema.description;
  const rule = schema.properties[field].description;
  return keyword === 'required' ? `is required and ${rule}` : rule;
}

function nearestName(name: string, known: readonly string[]): string | undefined {
  const candidates = known
    .filter((candidate) => Math.abs(candidate.length - name.length) <= NEAR)
    .map((candidate) => ({ candidate, slips: distance(candidate.toLowerCase(), name.toLowerCase()) }))
    .filter(({ candidate, slips }) => slips <= Math.min(NEAR, candidate.length / 2));
  return candidates.sort((one, other) => one.slips - other.slips)[0]?.candidate;
}

/** A caller's own text, harmless: without a key in it, and not at any length; an empty name is not the whole request. */
function shownName(name: string): string {
  if (name === '') return '""';
  return [...maskKeys(name)].slice(0, SHOWN_NAME_LENGTH).join('');
}
