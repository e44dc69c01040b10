import type { Statement } from '@/lib/db/facts/statements'
import { factNorm, isDenial, isOfSample, USER } from '@/lib/shared/memory/facts'

type Named = Pick<Statement, 'subjectId' | 'subject'> & { names: Set<string>; turnIds: string[] }

const keyOf = (subjectId: string, said: string) => `${isOfSample(subjectId) ? 'sample' : 'own'} ${said}`
function isMine({ quote }: Statement, said: string): boolean {
  const text = (quote ?? '').toLowerCase().replace(/[\s,]+/g, ' ')
  return text.includes(`my ${said}`) || text.includes(`our ${said}`)
}

/** Everybody who is called something, with all names. */
function namedIn(statements: readonly Statement[]): Named[] {
  const named = new Map<string, Named>()
  for (const one of statements) {
    const { subjectId, subject, predicate, object, status, said } = one
    if (predicate !== 'name' || status !== 'active' || isDenial(one) || factNorm(subject) === USER) continue
    const known = named.get(subjectId) ?? { subjectId, subject, names: new Set<string>(), turnIds: [] }
    named.set(subjectId, known)
    known.names.add(factNorm(object))
    if (said) known.turnIds.push(said.turnId)
  }
  return [...named.values()]
}

/**
 * Gives somebody who is spoken of in two ways one subject: "Ruth" is the sister who is called Ruth, and so is
 * "sister Ruth" where the person says "my sister Ruth". A name that several people share joins no one.
 */
export function joined(statements: readonly Statement[]): Statement[] {
  const owners = new Map<string, Named | null>()
  for (const one of namedIn(statements))
    for (const name of one.names)
      for (const said of [name, `${factNorm(one.subject)} ${name}`]) {
        const key = keyOf(one.subjectId, said)
        owners.set(key, owners.has(key) || one.names.size > 1 ? null : one)
      }
  return statements.map((one) => {
    const said = factNorm(one.subject)
    const owner = owners.get(keyOf(one.subjectId, said))
    const isIt = owner && (owner.names.has(said) || isMine(one, said))
    if (!isIt) return one
    return { ...one, subjectId: owner.subjectId, subject: owner.subject, namedBy: owner.turnIds }
  })
}
