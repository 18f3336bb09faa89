export function connectionUrl(
  user: string,
  password: string,
  port: number,
  database: string,
): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
