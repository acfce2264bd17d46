/** Texte der Benachrichtigungen: der Teil der Einstellungen, und die Seiten hinter den Links in Mails. */
import type { AlertTexts } from './alert-texts.en.ts';

export const de: AlertTexts = {
  title: 'Benachrichtigungen',
  why: 'Erfahre, wenn eine Partie auf dich wartet, auch wenn diese Seite zu ist. Solange du den Tisch vor dir hast, kommt nichts.',
  needsName: 'Wähle zuerst einen Namen. Dann kannst du erfahren, wenn eine Partie auf dich wartet.',
  here: 'Dieser Browser',
  states: {
    looking: 'Einen Moment …',
    on: 'An: Dieser Browser sagt dir Bescheid.',
    off: 'Aus',
    denied: 'Vom Browser gesperrt',
    unsupported: 'Dieser Browser kann hier keine Benachrichtigungen empfangen.',
    unreachable:
      'Der Browser hat seinen Push-Dienst nicht erreicht. Benachrichtigungen kommen nur, solange ein Tab offen ist.',
  },
  deniedHow:
    'Du hast Benachrichtigungen für diese Seite abgelehnt. Um sie zu erlauben, öffne die Einstellungen der Seite über das Zeichen links von der Adresse, stelle Benachrichtigungen auf „Zulassen“ und lade neu.',
  unsupportedHow:
    'Es muss eine verschlüsselte Seite (https) sein, kein privates Fenster, in einem aktuellen Browser.',
  homeScreen:
    'Auf iPhone oder iPad: Tippe auf „Teilen“, dann „Zum Home-Bildschirm“, und öffne die App von dort.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  test: 'Probe schicken',
  tested: 'Abgeschickt. Sie sollte in ein paar Sekunden ankommen.',
  others: 'Andere Browser',
  unreachableBrowser: 'ist gerade nicht zu erreichen',
  remove: 'Entfernen',
  what: 'Was du erfährst',
  channels: { push: 'Meldung', email: 'E-Mail' },
  subjects: {
    turn: 'Du bist dran',
    reminder: 'Noch die Hälfte, dann ein Fünftel deiner Zeit',
    question: 'Eine Frage wartet',
    invitation: 'Jemand fordert dich heraus',
    rematch: 'Jemand möchte eine Revanche',
    over: 'Partie vorbei',
    friend: 'Jemand möchte befreundet sein',
  },
  daysOnly:
    'Erinnerungen gibt es nur mit Tagen für jeden Zug. Zu Partien mit kürzerer Bedenkzeit kommen keine Mails.',
  quiet: 'Ruhezeit',
  from: 'Von',
  until: 'Bis',
  zone: (name) => `Zeitzone: ${name}`,
  mail: 'E-Mail',
  address: 'Mailadresse',
  confirmFirst: (address) =>
    `Wir haben einen Link an ${address} geschickt. Öffne ihn, um die Adresse zu bestätigen. Sieh auch im Spam-Ordner nach.`,
  mailsTo: (address) => `Mails gehen an ${address}.`,
  saveAddress: 'Link schicken',
  removeAddress: 'Adresse entfernen',
  tooManyMails: 'Für heute sind das genug Mails. Versuch es morgen wieder.',
  confirm: {
    title: 'Bestätige deine Mailadresse',
    ask: 'Sollen Mails zu deinen Partien an diese Adresse kommen?',
    yes: 'Ja, bestätigen',
    done: 'Bestätigt. Du bekommst eine Mail, wenn eine Partie auf dich wartet.',
    settings: 'Wähle, was du erfährst',
  },
  stop: {
    title: 'Keine Mails mehr',
    ask: 'Sollen keine Mails zu deinen Partien mehr an diese Adresse kommen?',
    yes: 'Keine Mails mehr',
    done: 'Erledigt. Die Adresse ist gelöscht, und es kommen keine Mails mehr.',
  },
  badLink:
    'Dieser Link ist zu alt oder durch einen anderen ersetzt. Einen neuen bekommst du in den Einstellungen.',
};
