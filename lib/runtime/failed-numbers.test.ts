import { afterEach, expect, it } from 'vitest'
import { spent } from '@/components/chat/turn/turn-facts'
import { answerDetails } from '@/components/chat/turn/turn-words'
import { formatIn } from '@/components/ui/words/format'
import { costWords } from '@/components/ui/words/words'
import { type ChaosServer, startChaos } from '@/e2e/support/chaos-server'
import { harness } from '@/lib/agent/testing'
import { PLAIN } from '@/lib/agent/testing-hands'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { configAt, testModels } from '@/lib/model/testing'
import { usageReport } from '@/lib/services/usage/usage'
import { totalsOf, withMemory } from '@/lib/shared/usage/usage-maths'

const format = formatIn('en')
let chaos: ChaosServer | undefined
afterEach(() => chaos?.close())

it('the numbers of a failed turn agree: in, out, tokens and the usage page; its cost is unknown, not free', async () => {
  chaos = await startChaos('cut')
  const h = await harness(() => ({}))
  h.deps.models = testModels(configAt(chaos.url, 'chat', { model: 'nobody-knows' })).models
  const turn = await h.say('c', 'Red boats', PLAIN)
  expect(turn.status).toBe('failed')
  const [dto] = await turnDtos(h.db, h.ownerId, [turn])
  const shown = dto && spent(dto)
  if (!dto || !shown) throw new Error('nothing is shown')
  const tokens = shown.inputTokens + shown.outputTokens
  expect(tokens).toBeGreaterThan(0)
  const [sent, written] = [shown.inputTokens, shown.outputTokens]
  expect(answerDetails(dto, format)).toContain(`≈ ${format.number(sent)} tokens in, ${written} out`)
  expect(dto.steps[0]?.usage).toMatchObject({ inputTokens: sent, outputTokens: written, estimated: true })
  expect([shown.estimated, costWords(shown, format)]).toEqual([true, 'no price'])
  const totals = totalsOf((await usageReport(h.db, h.ownerId, { conversationId: 'c' })).models)
  expect([totals.inputTokens, withMemory(totals), totals.unpricedCalls]).toEqual([sent, tokens, 1])
  await h.close()
})
