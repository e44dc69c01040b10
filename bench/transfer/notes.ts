import { byHand } from '@/lib/agent/testing-hands'
import { seedFact } from '@/lib/db/testing-facts'
import { seedConversation } from '@/lib/db/testing-seed'
import { queueTopicJobs } from '@/lib/jobs/topics/topics'
import { themedTurns } from '@/lib/memory/topics/testing-themes'
import { testModels } from '@/lib/model/testing'
import { checkNotes, exportedNotes } from '@/lib/transfer/markdown/testing-notes'

const TALK = 50
/** Exports a memory with topics and facts as Markdown. `text` = bytes of all notes; `ms` = to export it. */
export async function notes(turns: number) {
  const h = await byHand()
  try {
    h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
    const said = themedTurns(turns)
    for (let from = 0; from < turns; from += TALK) {
      const talk = await seedConversation(h, said.slice(from, from + TALK))
      for (const turn of [1, 2, 3])
        await seedFact(h, talk, turn, [`thing ${from % 700}`, 'is', `thing ${turn}`])
    }
    await queueTopicJobs(h)
    await h.jobs.tick()
    const started = performance.now()
    const { archive, notes } = await exportedNotes(h)
    const ms = performance.now() - started
    const text = [...notes.values()].reduce((sum, note) => sum + Buffer.byteLength(note), 0)
    return { ...checkNotes(notes), notes: notes.size, bytes: archive.length, text, ms }
  } finally {
    await h.close()
  }
}
