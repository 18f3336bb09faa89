import classes from './heard.module.css';

/** For words that are heard and not seen. Inside of something positioned, or the page grows by them. */
export const heard = classes.heard;
