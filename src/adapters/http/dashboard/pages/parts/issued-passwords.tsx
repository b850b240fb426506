import { Copyable } from './copyable.tsx';

export interface Issued {
  passwords: readonly string[];
  strength: string;
  entropyBits: number;
  /** The request that would have made them. */
  curl: string;
}

export function IssuedPasswords({ result: { passwords, strength, entropyBits, curl } }: { result: Issued }) {
  return (
    <section class="card" aria-labelledby="result">
      <h2 id="result">{passwords.length === 1 ? 'Your password' : 'Your passwords'}</h2>
      <p>
        Strength: <strong>{strength}</strong>, {entropyBits} bits of entropy each. They are kept nowhere.
      </p>
      <ol class="passwords">
        {passwords.map((password, index) => (
          <li key={password}>
            <Copyable id={`password-${index + 1}`} text={password} what={`password ${index + 1}`} />
          </li>
        ))}
      </ol>
      <h3>The same by the API</h3>
      <Copyable id="curl" text={curl} what="the request" isBlock />
    </section>
  );
}
