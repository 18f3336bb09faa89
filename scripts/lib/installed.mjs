// Loads the installed packages; no other file does. The imports are dynamic, so that this file can
// be imported before the installation and its functions called after it.

export async function loadPlaywright() {
  return import('playwright-core');
}

export async function loadVite() {
  return import('vite');
}
