import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { ensureBrowser } from '@/scripts/browser.mjs'

/** A browser with its profile on disk in `folder`, because real profiles cache compiled scripts. */
export async function openBrowser(folder: string): Promise<BrowserContext> {
  const { executablePath } = await ensureBrowser()
  return chromium.launchPersistentContext(path.join(folder, 'browser'), {
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
}
