const [PERSON, CONVERSATION, TURNS] = ['person', 'conversation ', 'turns ']
/** What a topic's title was given by: a person, a conversation, or a model that read these turns. */
export type TitledBy = { person: true } | { conversationId: string } | { turns: string[] }
export const titleKeyOf = (by: TitledBy): string =>
  'person' in by ? PERSON : 'turns' in by ? TURNS + by.turns.join(' ') : CONVERSATION + by.conversationId

type Titled = { titleKey: string }
export const isTitledByPerson = ({ titleKey }: Titled) => titleKey === PERSON
/** The conversation whose title it is. */
export const conversationNaming = ({ titleKey }: Titled): string | null =>
  titleKey.startsWith(CONVERSATION) ? titleKey.slice(CONVERSATION.length) : null
/** The turns that a model read for it. */
export const turnsNamedBy = ({ titleKey }: Titled): string[] =>
  titleKey.startsWith(TURNS) ? titleKey.slice(TURNS.length).split(' ') : []
/** Whether a model may name it: neither a person nor a model has. */
export const awaitsModel = (topic: Titled): boolean =>
  !isTitledByPerson(topic) && turnsNamedBy(topic).length === 0
