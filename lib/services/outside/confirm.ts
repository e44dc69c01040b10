import { createHmac } from 'node:crypto'
import { secretsMatch } from '@/lib/config/access'
import { deriveKey } from '@/lib/settings/secrets'

/** How long a word that confirms is valid. */
const VALID_MS = 600_000

const sign = (ownerId: string, ids: readonly string[], until: number) =>
  createHmac('sha256', deriveKey('confirm'))
    .update(JSON.stringify([ownerId, [...ids].sort(), until]))
    .digest()
    .subarray(0, 15)
    .toString('base64url')

/** A word that confirms that these are forgotten for this owner, and nothing else. */
export function confirmWord(ownerId: string, ids: readonly string[], now: Date): string {
  const until = now.getTime() + VALID_MS
  return `${until.toString(36)}.${sign(ownerId, ids, until)}`
}

export function isConfirmed(word: string, ownerId: string, ids: readonly string[], now: Date): boolean {
  const [time = '', given = ''] = word.split('.')
  const until = Number.parseInt(time, 36)
  if (!(until > now.getTime()) || until > now.getTime() + VALID_MS) return false
  return secretsMatch(given, sign(ownerId, ids, until))
}
