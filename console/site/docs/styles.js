// The content security policy allows no inline styles, but the reference inserts style elements. Style sheets that a
// script constructs are allowed, so each such element gets one with its text.

const sheets = new Map();

function adopt(element) {
  const sheet = sheets.get(element) ?? new CSSStyleSheet();
  sheet.replaceSync(element.textContent);
  if (!sheets.has(element)) {
    sheets.set(element, sheet);
    document.adoptedStyleSheets.push(sheet);
  }
}

function abandon(element) {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== sheets.get(element));
  sheets.delete(element);
}

function styleElements(node) {
  if (node instanceof HTMLStyleElement) {
    return [node];
  }
  return node instanceof Element ? [...node.querySelectorAll('style')] : [];
}

new MutationObserver(changes => {
  for (const { target, addedNodes, removedNodes } of changes) {
    if (target instanceof HTMLStyleElement) {
      adopt(target);
    }
    [...removedNodes].flatMap(styleElements).filter(element => !element.isConnected).forEach(abandon);
    [...addedNodes].flatMap(styleElements).forEach(adopt);
  }
}).observe(document, { childList: true, subtree: true });
