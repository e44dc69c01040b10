'use client'
import { type FormEvent, useState } from 'react'
import { renameTopic } from '@/components/memory/actions'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { toastFailure } from '@/components/ui/toast-failure'
import { limitsOfTopics } from '@/lib/shared/limits/topics'

type Props = { topicId: string; label: string; onClose(): void }

/** A name of the person's own for a topic. */
export function RenameTopic({ topicId, label, onClose }: Props) {
  const [name, setName] = useState(label)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    onClose()
    const result = await renameTopic({ topicId, name: name.trim() })
    if (!result.ok) toastFailure(result.error)
  }
  return (
    <Dialog open onOpenChange={onClose} title="Rename topic">
      <form onSubmit={save} className="flex flex-col gap-3">
        <input
          aria-label="Name"
          value={name}
          maxLength={limitsOfTopics.nameChars}
          onChange={(event) => setName(event.target.value)}
          className="h-9 pointer-coarse:h-11 w-full rounded-md border border-line-strong bg-raised px-3 text-sm outline-none focus-visible:border-accent"
        />
        <Button type="submit" look="primary" className="self-start" disabled={!name.trim()}>
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
