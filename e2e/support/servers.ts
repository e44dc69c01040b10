import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePorts } from '@/scripts/free-ports.mjs'

/**
 * A folder that Playwright's main process, which loads this first and ends last, removes when its servers
 * have ended.
 */
function folderOfThisRun(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Where the apps of this run keep their data, its workers' too. A folder named by `MNEME_E2E_DATA` is kept:
 * to look at what a failure left.
 */
export const DATA = process.env.MNEME_E2E_DATA ?? folderOfThisRun()
process.env.MNEME_E2E_DATA = DATA

/** Chosen by the main process for its workers too. */
const [local = 0, shared = 0] = process.env.MNEME_E2E_PORTS?.split(',').map(Number) ?? (await freePorts(2))
process.env.MNEME_E2E_PORTS = `${local},${shared}`
/** Local mode, no key: the built-in model. */
export const LOCAL_PORT = local
/** Shared mode with a person a test, so that each test may connect a provider of its own. */
export const SHARED_PORT = shared
export const PEOPLE = Array.from({ length: 60 }, (_, i) => ({
  name: `person${i}`,
  token: `token-of-person-${i}`,
}))
export type Person = (typeof PEOPLE)[number]
export const ACCESS_TOKENS = PEOPLE.map((person) => `${person.name}:${person.token}`).join(',')

export const folderOf = (port: number) => path.join(DATA, String(port))
export const urlOf = (port: number) => `http://127.0.0.1:${port}`
