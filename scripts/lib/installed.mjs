// The only place that loads installed packages. By dynamic import, so that this file can be
// imported before the install and its functions called after it.

export async function loadPlaywright() {
  return import('playwright-core');
}

export async function loadVite() {
  return import('vite');
}
