/** A text to take away as it is. The button does nothing without the script, which shows it. */
export function Copyable({ id, text, what, isBlock = false }: CopyableProps) {
  return (
    <div class={isBlock ? 'copyable block' : 'copyable'}>
      {isBlock ? (
        <pre>
          <code id={id}>{text}</code>
        </pre>
      ) : (
        <code id={id}>{text}</code>
      )}
      <button type="button" class="small secondary outline" data-copy={id} hidden>
        Copy<span class="unseen"> {what}</span>
      </button>
    </div>
  );
}

interface CopyableProps {
  id: string;
  text: string;
  /** What it is, for who does not see where the button stands. */
  what: string;
  /** Of several lines. */
  isBlock?: boolean;
}
