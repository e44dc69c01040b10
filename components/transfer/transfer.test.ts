import { describe, expect, it } from 'vitest'
import type { ImportedConversation, ImportReport } from '@/lib/shared/transfer/transfer'
import { formatIn } from '../ui/words/format'
import { goneCount, overWords, removalWords, reportParts, reportWords, shareDone } from './import-words'
import type { ImportItem, ImportState } from './queue/import-queue'

const format = formatIn('en')
const report = (counts: Partial<ImportReport>): ImportReport => ({
  format: 'chatgpt',
  conversations: [],
  added: 0,
  unchanged: 0,
  refused: 0,
  turns: 0,
  ...counts,
})
const item = (state: ImportState): ImportItem => ({ id: 'f', name: 'c.json', size: 1, state })

describe('what is said of an import', () => {
  it('counts what was added, what was here, and what was not taken', () => {
    expect(reportWords(report({ added: 1, turns: 1 }), format)).toBe('Added 1 conversation with 1 message.')
    expect(reportWords(report({ added: 12, turns: 340, unchanged: 1, refused: 2 }), format)).toBe(
      'Added 12 conversations with 340 messages. 1 conversation was already here. 2 conversations were not imported.',
    )
    expect(reportWords(report({ unchanged: 3 }), format)).toBe(
      'Nothing new: all 3 conversations are already here.',
    )
    expect(reportWords(report({ unchanged: 1 }), format)).toBe(
      'Nothing new: this conversation is already here.',
    )
    expect(reportWords(report({ refused: 1 }), format)).toBe('1 conversation was not imported.')
    expect(reportWords(report({}), format)).toBe('No conversations were found in this file.')
    expect(reportWords(report({ added: 1, turns: 1, others: 12 }), format)).toBe(
      'Added 1 conversation with 1 message. 12 other files were not read.',
    )
    expect(reportWords(report({ unchanged: 1, others: 1 }), format)).toBe(
      'Nothing new: this conversation is already here. 1 other file was not read.',
    )
  })

  it('names the file, and the reason when it was no use', () => {
    expect(overWords(item({ kind: 'done', report: report({ added: 1, turns: 2 }) }), format)).toBe(
      'c.json: Added 1 conversation with 2 messages.',
    )
    expect(
      overWords(item({ kind: 'done', report: report({ error: { message: 'This is no JSON.' } }) }), format),
    ).toBe('c.json: This is no JSON.')
    expect(
      overWords(
        item({ kind: 'failed', error: { code: 'internal', message: 'Oh.' }, progress: null }),
        format,
      ),
    ).toBe('c.json: Oh.')
  })

  it('puts what was not taken first, and leaves out what there is none of', () => {
    const one = (status: ImportedConversation['status']): ImportedConversation => ({
      id: 'c',
      sourceId: 's',
      title: 't',
      status,
      turns: 1,
    })
    expect(
      reportParts(report({ conversations: [one('added'), one('refused'), one('added')] })).map(
        ({ title, list }) => [title, list.length],
      ),
    ).toEqual([
      ['Not imported', 1],
      ['Added', 2],
    ])
  })

  it('knows how much of a file is done, unless nobody does', () => {
    const reading = (bytesRead: number, bytesTotal: number | null) =>
      item({
        kind: 'reading',
        progress: { bytesRead, bytesTotal, conversations: 0, turns: 0, current: null },
      })
    expect([
      shareDone(item({ kind: 'sending', share: 0.3 })),
      shareDone(reading(1, 4)),
      shareDone(reading(9, 4)),
      shareDone(reading(1, null)),
    ]).toEqual([0.3, 0.25, 1, null])
  })
})

describe('what is said before an import is removed', () => {
  const format = formatIn('en')
  const nothing = {
    conversations: 0,
    turns: 0,
    facts: 0,
    continued: 0,
    continuedTurns: 0,
    continuedFacts: 0,
    joined: 0,
    joinedConversations: 0,
  }

  it('counts what goes', () => {
    expect(removalWords({ ...nothing, conversations: 12, turns: 340 }, false, format)).toEqual([
      '12 conversations with 340 messages will be removed.',
    ])
    expect(removalWords({ ...nothing, conversations: 1, turns: 1 }, true, format)).toEqual([
      '1 conversation with 1 message will be removed.',
    ])
  })

  it('says how many were gone on with, and whether they stay', () => {
    const one = { ...nothing, conversations: 2, turns: 5, continued: 1, continuedTurns: 4 }
    expect(removalWords(one, false, format)).toEqual([
      '2 conversations with 5 messages will be removed.',
      '1 conversation will be kept: it was continued later, by you or by another import.',
    ])
    expect(removalWords({ ...one, continued: 3 }, true, format)[1]).toBe(
      '3 conversations with 4 messages that were continued later, by you or by another import, will be removed too.',
    )
    expect([goneCount(one, false), goneCount(one, true)]).toEqual([2, 3])
  })

  it('counts the facts that go', () => {
    const some = { ...nothing, conversations: 2, turns: 5, facts: 1, continued: 1, continuedFacts: 2 }
    const factsIn = (also: boolean) => removalWords(some, also, format).filter((words) => /fact/.test(words))
    expect(factsIn(false)).toEqual(['1 fact learned from these messages will be removed too.'])
    expect(factsIn(true)).toEqual(['3 facts learned from these messages will be removed too.'])
  })

  it('says that turns which joined older conversations stay', () => {
    expect(removalWords({ ...nothing, joined: 2, joinedConversations: 1 }, false, format)).toEqual([
      '2 messages that this import added to 1 earlier conversation will be kept. You can forget them there.',
    ])
  })
})
