import { Layout } from './layout.tsx';
import { Field } from './parts/field.tsx';
import { Refusal } from './parts/refusal.tsx';

/**
 * The address is a line of text: of a field for addresses, a browser refuses some that accounts may have.
 *
 * @param next where to go then
 */
export function SignInPage({ email, next, fault }: { email: string; next: string; fault: string | null }) {
  return (
    <Layout title="Sign in" visitor={null}>
      <h1>Sign in</h1>
      <Refusal text={fault} />
      <form method="post" action="/dashboard/sign-in" class="card">
        <input type="hidden" name="next" value={next} />
        <Field
          name="email"
          label="E-mail"
          inputmode="email"
          value={email}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <Field name="password" label="Password" isSecret autocomplete="current-password" required />
        <button type="submit">Sign in</button>
      </form>
      <p class="muted">Lost your password, or never had one? Ask the operator of this service for a new invitation.</p>
    </Layout>
  );
}
