import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'

/** A browser with its profile on disk in `folder`, because real profiles cache compiled scripts. */
export async function openBrowser(folder: string): Promise<BrowserContext> {
  const script: string = '../scripts/browser.mjs'
  const { executablePath } = await (
    (await import(script)) as { ensureBrowser(): Promise<{ executablePath?: string }> }
  ).ensureBrowser()
  return chromium.launchPersistentContext(path.join(folder, 'browser'), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
}
