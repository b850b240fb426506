/* What a page that is not ours can try in a browser, as the text of a function of one argument. */

/** Sends a form as a page that is not ours would: into the window, or into a frame of this name. */
export const submitForm = `({ action, fields, target }) => {
  if (target) document.body.append(Object.assign(document.createElement('iframe'), { name: target }));
  const form = Object.assign(document.createElement('form'), { method: 'post', action, target });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
}`;
/** What a script gets of an answer: its status and text, or that it gets nothing. */
export const ask = `async ({ url, mode, fields }) => {
  const sent = fields && { method: 'POST', body: new URLSearchParams(fields) };
  try {
    const answer = await fetch(url, { mode, credentials: 'include', ...sent });
    return answer.type + ' ' + answer.status + ' ' + await answer.text();
  } catch {
    return 'nothing';
  }
}`;
/** Whether a part of another origin's page is loaded. */
export const load = `({ tag, url }) => new Promise((resolve) => {
  const part = document.createElement(tag);
  part.onload = () => resolve('loaded');
  part.onerror = () => resolve('nothing');
  part.src = url;
  document.body.append(part);
})`;
/** What can be read of a page in a frame or a window, once it had time to come. */
export const peek = `async ({ url, way }) => {
  const frame = document.createElement('iframe');
  const other = way === 'window' ? open(url) : document.body.appendChild(frame).contentWindow;
  if (way === 'frame') frame.src = url;
  await new Promise((resolve) => setTimeout(resolve, 200));
  try {
    return other.document?.body?.innerText ?? 'nothing';
  } catch {
    return 'nothing';
  }
}`;
