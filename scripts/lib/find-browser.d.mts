export function findBrowser():
  | { path: string }
  | { path: undefined; problem: string; isInstallable: boolean }
export const howToInstallBrowser: string
