// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { Markdown } from '@/components/ui/markdown/markdown'
import { mount } from '@/components/ui/testing-mount'
import type { GraphNodeDetails } from '@/lib/shared/memory/graph'
import { CitedSources } from './details'

const TEXT = 'A vet [turn 4], and an owner [turn 9 of conversation other]. Nobody [turn 77].'
const cited = [
  { turnId: 't4', turnNumber: 4, conversationId: 'here', at: '', excerpt: 'The vet said so.' },
  { turnId: 't9', turnNumber: 9, conversationId: 'other', at: '', excerpt: 'The owner said so.' },
]

it('numbers the cited turns, selects one that is pressed, and leaves unknown ones as text', async () => {
  const selected: string[] = []
  const details = {
    ...{ cited, sections: [{ title: 'Answer', text: TEXT }], conversationTitle: 'Here' },
    node: { conversationId: 'here' },
  } as unknown as GraphNodeDetails
  const { host, render } = mount()
  await render(
    <CitedSources details={details} onSelect={(id) => selected.push(id)}>
      <Markdown text={TEXT} />
    </CitedSources>,
  )
  expect(host.textContent).toBe('A vet 1, and an owner 2. Nobody [message 77].')
  for (const button of host.querySelectorAll('button')) await act(async () => button.click())
  expect(selected).toEqual(['turn:t4', 'turn:t9'])
})
