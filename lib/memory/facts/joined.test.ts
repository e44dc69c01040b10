import { describe, expect, it } from 'vitest'
import { subjectOfSample } from '@/lib/shared/memory/facts'
import { joined } from './known-facts'
import { aStatement as said } from './testing'

const CALLED = said(1, 'sister', 'name', 'Ruth')
const quoting = (subject: string, quote: string) => ({ ...said(2, subject, 'lives in', 'York'), quote })
const subjects = (...of: ReturnType<typeof said>[]) => joined(of).map(({ subject }) => subject)

describe('who has two names in statements', () => {
  it('is one, by the name alone or after "my", whichever was said first', () => {
    expect(subjects(CALLED, quoting('Ruth', 'Ruth lives in York.'))).toEqual(['sister', 'sister'])
    const [other, sister] = joined([quoting('sister Ruth', 'My sister, Ruth, lives in York.'), CALLED])
    expect([other?.subject, other?.subjectId]).toEqual(['sister', sister?.subjectId])
  })

  it('is not a nun of that name, nor anybody when several have the name or one has several', () => {
    const nun = quoting('Sister Ruth', 'Sister Ruth lives in York.')
    expect(subjects(CALLED, nun)).toEqual(['sister', 'Sister Ruth'])
    const ruth = quoting('Ruth', 'Ruth lives in York.')
    expect(subjects(CALLED, said(1, 'boss', 'name', 'Ruth'), ruth)).toContain('Ruth')
    expect(subjects(said(1, 'kid', 'name', 'Ruth'), said(1, 'kid', 'name', 'Ben'), ruth)).toContain('Ruth')
    expect(subjects(said(1, 'user', 'name', 'Ruth'), ruth)).toContain('Ruth')
    expect(subjects({ ...CALLED, status: 'proposed' }, ruth)).toContain('Ruth')
  })

  it('is nobody of the sample', () => {
    const ruth = quoting('Ruth', 'Ruth lives in York.')
    expect(subjects({ ...CALLED, subjectId: subjectOfSample('1') }, ruth)).toContain('Ruth')
  })
})
