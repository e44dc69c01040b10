import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePorts } from '@/scripts/free-ports.mjs'

/**
 * Playwright's main process loads this first and exits last, so it removes the folder after its servers have
 * stopped.
 */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * The data folder of this run, shared with its workers. Set `MNEME_E2E_DATA` to keep the data of a failed
 * run.
 */
export const DATA = process.env.MNEME_E2E_DATA ?? temporaryFolder()
process.env.MNEME_E2E_DATA = DATA

/** The main process chooses the ports and passes them to its workers. */
const [local = 0, shared = 0] = process.env.MNEME_E2E_PORTS?.split(',').map(Number) ?? (await freePorts(2))
process.env.MNEME_E2E_PORTS = `${local},${shared}`
/** Local mode without a key: the built-in model answers. */
export const LOCAL_PORT = local
/** Shared mode with one person per test, so that each test can connect its own provider. */
export const SHARED_PORT = shared
/** How long forgetting can be undone in local mode. */
export const UNDO_SECONDS = 20
export const PEOPLE = Array.from({ length: 160 }, (_, i) => ({
  name: `person${i}`,
  token: `token-of-person-${i}`,
}))
export type Person = (typeof PEOPLE)[number]
export const ACCESS_TOKENS = PEOPLE.map((person) => `${person.name}:${person.token}`).join(',')

export const folderOf = (port: number) => path.join(DATA, String(port))
export const urlOf = (port: number) => `http://127.0.0.1:${port}`
