/** A second click on Send within this time is not meant for Stop, which is in its place by then. */
const SECOND_CLICK_MS = 500

/** `detail` = 0 for the keyboard; `sentAt` = when Send was clicked, by the clock of events. */
export const isSecondClick = ({ detail, timeStamp }: Pick<UIEvent, 'detail' | 'timeStamp'>, sentAt: number) =>
  detail > 0 && timeStamp - sentAt < SECOND_CLICK_MS
