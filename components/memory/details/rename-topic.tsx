'use client'
import { renameTopic } from '@/components/memory/actions'
import { NameDialog } from '@/components/ui/name-dialog'
import { toastFailure } from '@/components/ui/toast-failure'
import { limitsOfTopics } from '@/lib/shared/limits/topics'

type Props = { topicId: string; label: string; onClose(): void }

/** A name of the person's own for a topic. */
export function RenameTopic({ topicId, label, onClose }: Props) {
  const save = async (name: string) => {
    const result = await renameTopic({ topicId, name: name.trim() })
    if (!result.ok) toastFailure(result.error)
  }
  return (
    <NameDialog
      heading="Rename topic"
      label="Name"
      what="name"
      name={label}
      maxChars={limitsOfTopics.nameChars}
      onSave={(name) => void save(name)}
      onClose={onClose}
    />
  )
}
