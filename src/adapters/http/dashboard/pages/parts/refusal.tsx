/** Why nothing came of it, where no field is at fault. */
export function Refusal({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p class="notice wrong" role="alert" tabindex={-1} data-faults>
      {text}
    </p>
  );
}
