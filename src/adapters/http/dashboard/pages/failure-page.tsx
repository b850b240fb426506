import { Layout, type Visitor } from './layout.tsx';

interface FailurePageProps {
  visitor: Visitor | null;
  status: number;
  title: string;
  text: string;
  requestId: string;
}

export function FailurePage({ visitor, status, title, text, requestId }: FailurePageProps) {
  return (
    <Layout title={title} visitor={visitor}>
      <hgroup>
        <h1>{title}</h1>
        <p>Status {status}</p>
      </hgroup>
      <p>{text}</p>
      <p>
        <a href="/dashboard">To the dashboard</a>
      </p>
      <p class="muted">
        To ask the operator about it, name this request: <code class="written">{requestId}</code>
      </p>
    </Layout>
  );
}
