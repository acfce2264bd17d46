import { mount } from 'svelte';
import App from './App.svelte';
import './sand/theme.css';

mount(App, { target: document.getElementById('app')! });
