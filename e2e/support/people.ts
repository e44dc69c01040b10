import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ACCESS_COOKIE, cookieFor } from '@/lib/config/access'
import { parseEnv } from '@/lib/config/env'
import { openToWrite } from './ledger-file'
import { ACCESS_TOKENS, DATA, PEOPLE, type Person, SHARED_PORT, urlOf } from './servers'

/** A person that no other test of this run uses; creating the folder claims the name atomically. */
export function claimPerson(): Person {
  for (const person of PEOPLE)
    try {
      mkdirSync(path.join(DATA, `claimed-${person.name}`))
      return person
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  throw new Error('more tests than people: add some in servers.ts')
}

/** The cookie that the access page sets; the page itself allows only ten sign-ins a minute. */
export function signedIn(person: Person) {
  const env = parseEnv({ MNEME_ACCESS_TOKEN: ACCESS_TOKENS })
  const value = env.ok ? cookieFor(env.env, person.token) : null
  if (!value) throw new Error(`${person.name} has no token`)
  return { name: ACCESS_COOKIE, value, url: urlOf(SHARED_PORT), httpOnly: true, sameSite: 'Strict' as const }
}

/**
 * Removes the jobs that wait for a person. After the test nobody answers them: each would be tried five times
 * and hold up those of other people.
 */
export function dropJobs({ name }: Person) {
  const db = openToWrite(SHARED_PORT)
  db.prepare(`DELETE FROM "Job" WHERE "ownerId" = ? AND "status" = 'waiting'`).run(name)
  db.close()
}
