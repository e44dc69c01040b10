import { Pencil, Tag, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MAX_TAG_CHARS, type TagDto, tagKey, tagSchema } from '@/lib/shared/tags'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { IconButton } from '../ui/icon-button'
import { useFormat } from '../ui/words/use-format'

type Props = {
  tags: TagDto[]
  onRename(tag: string, name: string): Promise<boolean>
  onDelete(tag: string): Promise<boolean>
}

export function ManageTags({ tags, onRename, onDelete }: Props) {
  const { plural } = useFormat()
  const [renaming, setRenaming] = useState<string | null>(null)
  if (tags.length === 0)
    return (
      <EmptyState icon={<Tag />} title="No tags left">
        Add one to a conversation, and it appears here.
      </EmptyState>
    )
  return (
    <ul className="divide-y divide-line">
      {tags.map(({ name, all }) =>
        name === renaming ? (
          <li key={name} className="py-2">
            <Rename
              tag={name}
              others={tags.filter((tag) => tag.name !== name)}
              onRename={(next) => onRename(name, next).then((done) => void (done && setRenaming(null)))}
              onClose={() => setRenaming(null)}
            />
          </li>
        ) : (
          <li key={name} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-ink-soft text-xs">{plural(all, 'conversation')}</span>
            <IconButton icon={<Pencil />} label={`Rename ${name}`} onClick={() => setRenaming(name)} />
            <IconButton icon={<Trash2 />} label={`Delete ${name}`} onClick={() => void onDelete(name)} />
          </li>
        ),
      )}
    </ul>
  )
}

type RenameProps = {
  tag: string
  others: TagDto[]
  onRename(name: string): Promise<void>
  onClose(): void
}
function Rename({ tag, others, onRename, onClose }: RenameProps) {
  const [typed, setTyped] = useState(tag)
  const name = tagSchema.safeParse(typed).data ?? null
  const same = name && others.find((other) => tagKey(other.name) === tagKey(name))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!name) return
    if (name === tag) onClose()
    else void onRename(name)
  }
  return (
    <form onSubmit={save} className="flex flex-wrap items-center gap-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: the person just asked to rename here
        autoFocus
        aria-label={`New name of ${tag}`}
        value={typed}
        maxLength={MAX_TAG_CHARS}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
        className="h-8 min-w-0 flex-1 rounded-md border border-accent bg-raised px-2.5 outline-none"
      />
      <Button type="submit" size="sm" look="primary" disabled={!name}>
        {same ? 'Merge' : 'Rename'}
      </Button>
      <Button size="sm" onClick={onClose}>
        Cancel
      </Button>
      {same && <p className="w-full text-ink-soft">“{same.name}” exists: both become one tag.</p>}
    </form>
  )
}
