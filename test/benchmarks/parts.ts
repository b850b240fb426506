import { Bench } from 'tinybench';
import { bulkSchema, oneSchema } from '../../src/adapters/http/password-routes.ts';
import { compileRequestSchema } from '../../src/adapters/http/request-schema.ts';
import { MemoryRateLimiter } from '../../src/adapters/memory/memory-rate-limiter.ts';
import { Sha256Digester } from '../../src/adapters/system/sha256-digester.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { createKeyText, isWellFormedKey } from '../../src/domain/access/key-text.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { PasswordPolicy } from '../../src/domain/password/password-policy.ts';
import { bulk, single } from './answers.ts';

/** What each part of a request's way costs by itself, in this process. */
const generator = new Generator(new SystemRandomness());
const digester = new Sha256Digester();
const limiter = new MemoryRateLimiter({ window: 'sliding', clock: new SystemClock() });
const key = createKeyText(generator);
const parseOne = compileRequestSchema(oneSchema);
const parseBulk = compileRequestSchema(bulkSchema(bulk.body.count));
const policies = [8, 20, 128].map((length) => PasswordPolicy.of({ length }));

const bench = new Bench({ time: 1000, warmupTime: 200 });
for (const policy of policies) bench.add(`generator, length ${policy.length}`, () => void generator.generate(policy));
bench.add('policy, found again', () => void PasswordPolicy.of(single.body));
bench.add('checksum of a key', () => void isWellFormedKey(key));
bench.add('digest of a key', () => void digester.digest(key));
bench.add('sliding window in memory, a million a minute', () =>
  limiter.consume('subscriber', { limit: 1_000_000, windowSeconds: 60 }),
);
bench.add('validator, one password', () => void parseOne(single.body));
bench.add('validator, bulk', () => void parseBulk(bulk.body));
await bench.run();
console.table(bench.table());
