import { describe, expect, it } from 'vitest'
import { aTurn } from '@/components/chat/testing-fixtures'
import type { Change } from '@/components/shell/changes'
import { emptyChat } from './chat-state'
import { concerns, hasUnknown, isDeletion } from './use-conversation-life'

const store = {
  conversationId: 'conv_1',
  get: () => ({ ...emptyChat('conv_1'), turns: [aTurn({ id: 't1', status: 'failed' })] }),
}
const put = (kind: string, refId: string): Change => ({ kind, refId, op: 'put' })

describe('what another tab or a job changed', () => {
  it('counts if it may be visible: also a settled turn that is retried, and a background call', () => {
    const changes = [put('turn', 't1'), put('turn', 'new'), put('step', 't1'), put('conversation', 'conv_1')]
    expect(changes.map((change) => concerns([change], store))).toEqual([true, true, true, true])
    const elsewhere = [
      put('step', 't9'),
      put('conversation', 'conv_2'),
      put('summary', 'sum_1'),
      put('file', 'x'),
    ]
    expect(elsewhere.map((change) => concerns([change], store))).toEqual([false, false, false, false])
  })

  it('is unknown if it is about a turn that is not here', () => {
    const [known, other] = [put('turn', 't1'), put('status', 't9')]
    expect([[known], [known, other], [put('fact', 'f1')]].map((some) => hasUnknown(some, store))).toEqual([
      false,
      true,
      false,
    ])
  })

  it('is a deletion only when it is this conversation that went', () => {
    const del = { ...put('conversation', 'conv_1'), op: 'del' }
    expect(
      [del, put('conversation', 'conv_1'), { ...del, refId: 'conv_2' }, { ...del, kind: 'turn' }].map(
        (change) => isDeletion([change], store),
      ),
    ).toEqual([true, false, false, false])
  })
})
