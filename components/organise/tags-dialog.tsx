'use client'
import { Command } from 'cmdk'
import { Pencil, Plus, Tag, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import type { ConversationDto } from '@/lib/shared/dto'
import type { Failure, Result } from '@/lib/shared/errors'
import { MAX_TAG_CHARS, MAX_TAGS, type TagDto, tagKey, tagSchema } from '@/lib/shared/tags'
import { UNTITLED } from '@/lib/shared/untitled'
import { server } from '../shell/actions'
import { useShell } from '../shell/shell-context'
import { Button } from '../ui/button'
import { chipClass } from '../ui/chip'
import { Dialog } from '../ui/dialog'
import { EmptyState } from '../ui/empty-state'
import { ErrorNote } from '../ui/error-note'
import { IconButton } from '../ui/icon-button'
import { toastFailure } from '../ui/toast-failure'
import { useFormat } from '../ui/words/use-format'

type Props = { conversation: ConversationDto; onClose: () => void }

export function TagsDialog({ conversation, onClose }: Props) {
  const { tags: all } = useShell()
  const { tags, error, add, remove, rename, drop } = useTags(conversation)
  const [managing, setManaging] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={managing ? 'All tags' : 'Tags'}
      description={managing ? 'Of all your conversations' : `For “${conversation.title || UNTITLED}”`}
    >
      <div className="flex flex-col gap-3">
        {error && <ErrorNote error={error} />}
        {managing ? (
          <ManageTags tags={all} onRename={rename} onDelete={drop} />
        ) : (
          <>
            {tags.length > 0 && (
              <ul aria-label="Tags of this conversation" className="flex flex-wrap gap-1.5">
                {tags.map((tag) => (
                  <li key={tag} className={chipClass('plain', 'pr-0')}>
                    <span className="truncate">{tag}</span>
                    <button
                      type="button"
                      aria-label={`Remove ${tag}`}
                      onClick={() => void remove(tag)}
                      className="inline-flex size-6 items-center justify-center rounded-sm hover:text-ink pointer-coarse:size-8"
                    >
                      <X className="size-3" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            {tags.length < MAX_TAGS ? (
              <TagPicker all={all} tags={tags} onAdd={add} />
            ) : (
              <p className="text-ink-soft">
                A conversation has at most {MAX_TAGS} tags. Remove one to add another.
              </p>
            )}
          </>
        )}
        {(all.length > 0 || managing) && (
          <Button size="sm" look="ghost" className="self-start" onClick={() => setManaging(!managing)}>
            {managing ? 'Back to this conversation' : 'Rename or delete tags…'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** A conversation's tags, and what changes tags. Each act returns whether it worked. */
function useTags(conversation: ConversationDto) {
  const { noteConversation, refreshConversations, preferences, setPreferences, undoMs } = useShell()
  const [tags, setTags] = useState(conversation.tags)
  const [error, setError] = useState<Failure | null>(null)
  const { id } = conversation
  const reload = async () => {
    const [now] = await Promise.all([server.loadTagged({ conversationId: id }), refreshConversations()])
    if (!now.ok) return setError(now.error)
    setTags(now.value.tags)
    noteConversation(now.value)
  }
  const after = async (result: Result<unknown>) => {
    setError(result.ok ? null : result.error)
    await reload()
    return result.ok
  }
  const isChosen = (tag: string) => preferences.tag !== null && tagKey(preferences.tag) === tagKey(tag)
  return {
    tags,
    error,
    add: async (tag: string) => after(await server.addTag({ conversationIds: [id], tag })),
    remove: async (tag: string) => after(await server.removeTag({ conversationId: id, tag })),
    rename: async (tag: string, name: string) => {
      const result = await server.renameTag({ tag, name })
      if (result.ok && isChosen(tag)) setPreferences({ tag: name })
      return after(result)
    },
    drop: async (tag: string) => {
      const result = await server.deleteTag({ tag })
      if (result.ok) {
        const undo = async () => {
          const back = await server.addTag({ conversationIds: result.value, tag })
          if (back.ok) await reload()
          else toastFailure(back.error)
        }
        // The dialog is modal: Undo can be reached once it is closed.
        toast(`Deleted the tag “${tag}”`, {
          duration: undoMs,
          action: { label: 'Undo', onClick: () => void undo() },
        })
      }
      return after(result)
    },
  }
}

type TagPickerProps = { all: TagDto[]; tags: string[]; onAdd(tag: string): Promise<boolean> }
const ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-sunken [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint'

function TagPicker({ all, tags, onAdd }: TagPickerProps) {
  const { plural } = useFormat()
  const [typed, setTyped] = useState('')
  const name = tagSchema.safeParse(typed).data ?? null
  const has = new Set(tags.map(tagKey))
  const suggested = all.filter(
    (tag) => !has.has(tagKey(tag.name)) && (!name || tagKey(tag.name).includes(tagKey(name))),
  )
  const isNew = name && !has.has(tagKey(name)) && !all.some((tag) => tagKey(tag.name) === tagKey(name))
  const add = (tag: string) => {
    setTyped('')
    // What was typed comes back if it could not be added.
    void onAdd(tag).then((added) => added || setTyped((now) => now || tag))
  }
  return (
    <Command label="Add a tag" shouldFilter={false} loop className="flex flex-col gap-1">
      <Command.Input
        autoFocus
        value={typed}
        onValueChange={setTyped}
        maxLength={MAX_TAG_CHARS}
        placeholder="Add a tag"
        className="h-9 pointer-coarse:h-11 w-full rounded-md border border-line-strong bg-raised px-3 text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent"
      />
      <Command.List label="Tags to add" className="max-h-56 overflow-y-auto">
        {suggested.map((tag) => (
          <Command.Item
            key={tag.name}
            value={`tag ${tag.name}`}
            onSelect={() => add(tag.name)}
            className={ITEM}
          >
            <Tag aria-hidden />
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            <span className="text-ink-faint text-xs">{plural(tag.all, 'conversation')}</span>
          </Command.Item>
        ))}
        {isNew && (
          <Command.Item value="new tag" onSelect={() => add(name)} className={ITEM}>
            <Plus aria-hidden />
            <span className="min-w-0 truncate">Create “{name}”</span>
          </Command.Item>
        )}
      </Command.List>
      {suggested.length === 0 && !isNew && (
        <p className="text-ink-soft">
          {name ? 'This conversation has that tag already.' : 'Type a name and press Enter to create a tag.'}
        </p>
      )}
    </Command>
  )
}

type ManageTagsProps = {
  tags: TagDto[]
  onRename(tag: string, name: string): Promise<boolean>
  onDelete(tag: string): Promise<boolean>
}

function ManageTags({ tags, onRename, onDelete }: ManageTagsProps) {
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
