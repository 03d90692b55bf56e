const fields = 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea'

/** Whether somebody is in the middle of something that a reload would take from them: a dialog, or typed words. */
export const isInHand = (page: ParentNode = document): boolean =>
  page.querySelector('dialog[open], [role=dialog], [role=alertdialog]') !== null ||
  [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(({ value }) => value !== '')
