'use client'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { toast } from 'sonner'
import { loadSettings, saveSetting } from '@/components/shell/actions'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { toastFailure } from '@/components/ui/toast-failure'
import type { ConversationDto } from '@/lib/shared/dto'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { UNTITLED } from '@/lib/shared/untitled'

const KEY = 'learning.domain'
type Props = { conversation: ConversationDto; onClose: () => void }

/** The domain whose strategies a conversation uses. */
export function DomainDialog({ conversation: { id, title }, onClose }: Props) {
  const [text, setText] = useState<string | null>(null)
  const field = useId()
  useEffect(() => {
    void loadSettings({ conversationId: id }).then((result) => {
      if (!result.ok) return toastFailure(result.error)
      setText(String(result.value.find(({ key }) => key === KEY)?.value ?? ''))
    })
  }, [id])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const domain = (text ?? '').trim()
    const result = await saveSetting({ scope: id, key: KEY, value: domain === '' ? null : domain })
    if (!result.ok) return toastFailure(result.error)
    toast(domain === '' ? 'All lessons are used' : `Only lessons about “${domain}” are used`)
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title="Lessons" description={`For “${title || UNTITLED}”`}>
      {text === null ? (
        <Skeleton className="h-24" />
      ) : (
        <form onSubmit={(event) => void save(event)} className="flex flex-col gap-2 py-4">
          <label htmlFor={field} className="font-medium">
            Use only lessons about
          </label>
          <p id={`${field}-help`} className="text-ink-soft">
            Lessons can have a field that they are for, such as cooking. Leave it empty to use all of them.
          </p>
          <input
            id={field}
            aria-describedby={`${field}-help`}
            value={text}
            maxLength={limitsOfLearning.domainChars}
            placeholder="web"
            onChange={(event) => setText(event.target.value)}
            className="h-9 pointer-coarse:h-11 w-full rounded-md border border-line-strong bg-raised px-3 text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent"
          />
          <Button type="submit" look="primary" className="mt-2 self-start">
            Save
          </Button>
        </form>
      )}
    </Dialog>
  )
}
