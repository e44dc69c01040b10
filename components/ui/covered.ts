/** Whether a dialog or a menu lies over the page: keys are its own then. */
export const isCovered = () => document.querySelector('[role=dialog],[role=menu]') !== null
