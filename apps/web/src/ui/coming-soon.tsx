import classes from './coming-soon.module.css';

/** A page whose feature is on its way: its name, and nothing that pretends to work. */
export function ComingSoon({ title }: { readonly title: string }) {
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.note}>準備中</p>
    </div>
  );
}
