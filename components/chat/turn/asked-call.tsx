'use client'
import { useState } from 'react'
import { answerCall } from '@/components/chat/actions'
import { Button } from '@/components/ui/button'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { ScrollArea } from '@/components/ui/scroll-area'
import { toastFailure } from '@/components/ui/toast-failure'
import type { TurnDto } from '@/lib/shared/dto'
import type { Answer } from '@/lib/shared/tool-servers'
import { currentStep } from './turn-facts'

const CHOICES: [Answer, string][] = [
  ['once', 'Allow once'],
  ['always', 'Always allow'],
  ['never', 'Don’t allow'],
]

/** Asks the person before a tool from outside runs. */
export function AskedCall({ turn }: { turn: TurnDto }) {
  const [sent, setSent] = useState('')
  const call = turn.status === 'running' ? currentStep(turn)?.asking : undefined
  if (!call) return null
  const say = async (answer: Answer) => {
    setSent(call.id)
    const result = await answerCall({ turnId: turn.id, callId: call.id, answer })
    if (result.ok) return
    toastFailure(result.error)
    setSent('')
  }
  return (
    <section
      aria-label="A tool asks"
      className="flex min-w-0 flex-col gap-3 rounded-md border border-accent bg-surface p-4"
    >
      <p className="break-words">
        Use <span className="font-medium">{call.tool}</span> of{' '}
        <span className="font-medium">{call.server}</span>? This is sent to it:
      </p>
      <ScrollArea
        as="pre"
        className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-sunken p-2 font-mono text-xs"
      >
        <TextParts text={JSON.stringify(call.args ?? {}, null, 2)} />
      </ScrollArea>
      <div className="flex flex-wrap gap-2">
        {CHOICES.map(([answer, words]) => (
          <Button
            key={answer}
            size="sm"
            look={answer === 'once' ? 'primary' : 'quiet'}
            disabled={sent === call.id}
            onClick={() => void say(answer)}
          >
            {words}
          </Button>
        ))}
      </div>
    </section>
  )
}
