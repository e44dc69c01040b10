// Finds a Chromium for the browser tests: Playwright's own, the system's, else installs one (Playwright's
// download, or apt on Debian as root).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bin } from './bootstrap.mjs'

// The headless shell needs much less processor time than the whole browser.
const SHELL = '/usr/bin/chromium-headless-shell'
const SYSTEM = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const system = () => SYSTEM.find((file) => existsSync(file))
const quietly = (command, args) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 300_000 }).status === 0
const byApt = () => existsSync('/etc/debian_version') && process.getuid?.() === 0
// Without a network apt would go on trying for minutes.
const QUICKLY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']
const aptInstall = (name) =>
  quietly('apt-get', ['install', '-y', ...QUICKLY, '--no-install-recommends', name, 'fonts-dejavu-core'])

/** `{executablePath}`: undefined = Playwright's own. @throws Error with what to do. */
export async function ensureBrowser() {
  const { chromium } = await import('@playwright/test')
  const own = () => existsSync(chromium.executablePath())
  if (own()) return { executablePath: undefined }
  if (system() && system() !== SHELL && byApt()) aptInstall('chromium-headless-shell')
  if (system()) return { executablePath: system() }
  console.log('Installing a browser for the tests …')
  if (quietly(bin('playwright'), ['install', 'chromium']) && own()) return { executablePath: undefined }
  if (byApt()) {
    quietly('apt-get', ['update'])
    for (const name of ['chromium-headless-shell', 'chromium']) {
      aptInstall(name)
      if (system()) return { executablePath: system() }
    }
  }
  throw new Error(
    'The browser tests need Chromium. Install it (for example: npx playwright install chromium) and run npm test again.',
  )
}
