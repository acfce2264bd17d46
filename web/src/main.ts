/** Starts the app. */
import { mount } from 'svelte';
import App from './App.svelte';
import { loadTexts } from './i18n/texts.svelte.ts';
import './ui/theme.css';

// Awaiting here would make the bundler cut the app into many small files.
void loadTexts().then(() => mount(App, { target: document.getElementById('app')! }));
