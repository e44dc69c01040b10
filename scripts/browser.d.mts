/** A Chromium for tests and benches; undefined = Playwright's own. @throws Error with what to do. */
export function ensureBrowser(): Promise<{ executablePath: string | undefined }>
