import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that a page in React can be: what any page of ours is compared with. */
function Page() {
  const [count, setCount] = useState(0);
  const onClick = () => setCount(count + 1);
  return createElement(
    'main',
    null,
    createElement('button', { type: 'button', onClick }, `Count: ${count}`),
  );
}

const container = document.querySelector('#app');
if (container) createRoot(container).render(createElement(Page));
