import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** After the last key, in ms. */
const pause = 300;

/**
 * What is typed into a search, told after a pause and never in the middle of a conversion from
 * kana: half a word would find nothing, or too much.
 */
export function useTypedWords(words: string, search: (words: string, isFirst: boolean) => void) {
  const [text, setText] = useState(words);
  const [isComposing, setComposing] = useState(false);
  // What the address says and, after it, what it has been asked to say and will in a moment.
  const [told, setTold] = useState([words]);
  // As long as the field is not left it is one search, and one step back.
  const isFirst = useRef(true);

  if (words !== told[0]) {
    const own = told.indexOf(words);
    setTold(own === -1 ? [words] : told.slice(own));
    // Not from here: by 戻る, or by a link that clears it.
    if (own === -1) setText(words);
  }

  const typed = text.trim();
  const isTold = typed === told.at(-1);

  const tell = (next: string) => {
    if (next === told.at(-1)) return;
    setTold([...told, next]);
    search(next, isFirst.current);
    isFirst.current = false;
  };
  const tellTyped = useEffectEvent(() => {
    tell(typed);
  });
  useEffect(() => {
    if (isComposing || isTold) return;
    const timer = setTimeout(tellTyped, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, isComposing, isTold]);

  return {
    text,
    type: setText,
    setComposing,
    tellNow: () => {
      tell(typed);
    },
    clear: () => {
      setText('');
      tell('');
    },
    leave: () => {
      isFirst.current = true;
    },
  };
}
